// The MCP server for agents that ask about traces (docs/mcp.md).
import { answerMcp } from '../../server/mcp/answer.ts';
import { services } from '../../server/services.ts';

const answer = (request: Request): Promise<Response> => answerMcp(request, services());

export { answer as DELETE, answer as GET, answer as POST };
