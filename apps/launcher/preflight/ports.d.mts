export interface PortFacts {
  /** The command line option that chooses another. */
  option: string;
  usual: number;
  /** What will listen there: `The web UI`. */
  purpose: string;
  /** Who usually holds the default port. */
  usualHolder: string;
}

export declare const LOOPBACK: string;
export declare const PORTS: Record<'port' | 'ingestPort' | 'grpcPort', PortFacts>;
export declare function portProblem(port: number, facts: PortFacts): Promise<string | undefined>;
export declare function listenOnce(port: number): Promise<number>;
