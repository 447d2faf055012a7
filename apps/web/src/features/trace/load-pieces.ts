/** Characters that the server gives at a time. */
export const PIECE = 64_000;

/** A text of so many characters from all of its pieces. */
export async function loadPieces(total: number, piece: (offset: number) => Promise<{ text: string } | null>) {
  const offsets = Array.from({ length: Math.ceil(total / PIECE) }, (_, index) => index * PIECE);
  const pieces = await Promise.all(offsets.map(piece));
  return pieces.map((one) => one?.text ?? '').join('');
}
