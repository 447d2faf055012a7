import { services } from '../../../../server/services.ts';
import { answerTrpc } from '../../../../server/trpc/trpc-endpoint.ts';

const handle = (request: Request): Promise<Response> => answerTrpc(request, services());

export { handle as GET, handle as POST };
