/** Characters that the server gives at a time. */
export const PIECE = 64_000;

/** Pieces that are asked for at the same time. */
const AT_ONCE = 8;

/** A text of so many characters from all of its pieces. */
export async function loadPieces(total: number, piece: (offset: number) => Promise<{ text: string } | null>) {
  const texts: string[] = [];
  for (let at = 0; at < total; at += AT_ONCE * PIECE) {
    const count = Math.min(AT_ONCE, Math.ceil((total - at) / PIECE));
    const pieces = await Promise.all(Array.from({ length: count }, (_, index) => piece(at + index * PIECE)));
    texts.push(...pieces.map((one) => one?.text ?? ''));
  }
  return texts.join('');
}
