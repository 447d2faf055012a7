import { boundedRequest } from '../../../../server/gate/index.ts';
import { services } from '../../../../server/services.ts';
import { answerAuth } from '../../../../server/sign-in/answer-auth.ts';

async function handle(asked: Request): Promise<Response> {
  const request = await boundedRequest(asked);
  return request instanceof Response ? request : answerAuth(request, services());
}

export { handle as GET, handle as POST };
