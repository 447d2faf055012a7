// The public API for programs with a key (docs/reading.md).
import { answer } from '../../../../server/read-api/answer.ts';
import { services } from '../../../../server/services.ts';

interface Context {
  params: Promise<{ path: string[] }>;
}

const answered = async (request: Request, { params }: Context): Promise<Response> =>
  answer(request, (await params).path, services());

export { answered as GET, answered as POST };
