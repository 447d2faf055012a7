export interface ServerAccount {
  uid: number;
  gid: number;
}

export declare const SERVER_HOME: string;
export declare function serverAccount(): ServerAccount | undefined;
export declare function firstClosedDirectory(path: string, account: ServerAccount): string | undefined;
export declare function makeServerHome(account: ServerAccount, closed: string, home?: string): string;
