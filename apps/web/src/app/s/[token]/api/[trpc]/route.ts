// The queries of a share link's page. The token is in the path, cookies are ignored, and nothing can be changed: no
// POST.
import { services } from '../../../../../server/services.ts';
import { answerShare } from '../../../../../server/share/share-endpoint.ts';

interface Context {
  params: Promise<{ token: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerShare(request, (await params).token, services());
}
