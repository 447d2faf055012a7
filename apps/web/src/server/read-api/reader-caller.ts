// The procedures of the app for a key, behind their gate: one caller for /api/v1 and for /mcp.
import { clientAddressOf } from '../gate/index.ts';
import { createCaller, type Caller } from '../routers/index.ts';
import type { Services } from '../services.ts';
import type { Reader } from './reader.ts';

interface Question {
  reader: Reader;
  services: Pick<Services, 'prisma' | 'sql' | 'reads' | 'env'>;
  requestId: string;
}

export function readerCaller({ headers }: Request, { reader, services, requestId }: Question): Caller {
  const user = () => Promise.resolve(reader.me);
  return createCaller({ ...services, user, reader, requestId, address: clientAddressOf(headers) });
}
