// What the page of a share link asks. The token is in the path, cookies mean nothing here, and there is nothing to change: no POST.
import { services } from '../../../../../server/services.ts';
import { answerShare } from '../../../../../server/share-endpoint.ts';

interface Context {
  params: Promise<{ token: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerShare(request, (await params).token, services().sql);
}
