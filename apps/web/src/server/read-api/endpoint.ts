// What an endpoint is: its description, and the answer to parsed parameters.
import * as z from 'zod';
import { notFound, type RunReader } from '../runs/run-reader.ts';

export interface ApiReader extends RunReader {
  projectName: string;
}

/** The description in the OpenAPI document. */
interface Described<Parameters extends z.ZodObject = z.ZodObject, Path extends z.ZodObject = z.ZodObject> {
  summary: string;
  /** The name of the endpoint by default. */
  operationId?: string;
  /** The parameters in the path. */
  path?: Path;
  parameters: Parameters;
  answer: z.ZodObject;
}

interface EndpointRequest {
  query: URLSearchParams;
  path: Readonly<Record<string, string>>;
}

export interface Endpoint extends Described {
  /** Parses the query string; throws a ZodError that names what is wrong. */
  ask: (request: EndpointRequest, reader: ApiReader) => Promise<object>;
}

type Parsed<Parameters extends z.ZodObject, Path extends z.ZodObject> = z.output<Parameters> & z.output<Path>;

export function endpoint<Parameters extends z.ZodObject, Path extends z.ZodObject<Record<never, never>>>(
  described: Described<Parameters, Path>,
  ask: (reader: ApiReader, asked: Parsed<Parameters, Path> & { project: string }) => Promise<object>,
): Endpoint {
  const { parameters, path: inPath } = described;
  return {
    ...described,
    ask: async ({ query, path }, reader) => {
      const found = (inPath ?? z.object({})).safeParse(path);
      if (!found.success) throw notFound(NO_SUCH_PATH);
      const asked = parameters.parse(Object.fromEntries(query));
      return ask(reader, { ...asked, ...(found.data as z.output<Path>), project: reader.project });
    },
  };
}

const NO_SUCH_PATH = 'There is no such trace or step in the project of this key.';
