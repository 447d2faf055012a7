// Answers that are files: streamed, never kept.

export const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

interface Download {
  pieces: Iterable<string> | AsyncIterable<string>;
  /** Without quotes and line breaks. */
  name: string;
  type: string;
}

/** The answer that a browser saves as a file, written piece by piece as it is read; whoever stops reading stops the work behind it. */
export function download({ pieces, name, type }: Download): Response {
  const encoder = new TextEncoder();
  const reading = logged(pieces);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await reading.return(undefined)),
  });
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

/** What fails in the middle can only break the file off: the reason is for the log. */
async function* logged(pieces: Download['pieces']): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', path: 'download', error: String(error) }));
    throw error;
  }
}
