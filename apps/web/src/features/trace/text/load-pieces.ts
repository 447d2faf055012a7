/** Characters per response of the server. */
export const PIECE = 64_000;

/** Maximum number of pieces that load at the same time. */
const AT_ONCE = 8;

/** Loads all pieces of a text of `total` characters. */
export async function loadPieces(total: number, piece: (offset: number) => Promise<{ text: string } | null>) {
  const texts: string[] = [];
  for (let at = 0; at < total; at += AT_ONCE * PIECE) {
    const count = Math.min(AT_ONCE, Math.ceil((total - at) / PIECE));
    const pieces = await Promise.all(Array.from({ length: count }, (_, index) => piece(at + index * PIECE)));
    texts.push(...pieces.map((one) => one?.text ?? ''));
  }
  return texts.join('');
}
