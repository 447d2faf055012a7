// What a format of transcripts is: where its files are, and how one becomes spans.
import type { AgentStart } from './conversation.ts';
import type { TranscriptLine } from './lines.ts';
import type { ImportedSpan } from './spans.ts';

export interface ImportContext {
  add: (span: ImportedSpan) => void;
  /** Answers that were added, so that copies of them in other files are not counted. */
  seen: Set<string>;
  /** By session and agent: where an agent belongs that has a file of its own. */
  agents: Map<string, AgentStart>;
  /** Sessions whose files may still grow: what their sub-agents belong to may not be written yet. */
  growing: Set<string>;
  /** The file has not changed for a while: its last answer and its calls are complete. */
  isFinal: boolean;
}

export interface TranscriptFormat {
  service: string;
  /** Where the files are by default. */
  directory: () => string;
  isTranscript: (path: string) => boolean;
  /** Files that others refer to come first. */
  order: (paths: readonly string[]) => string[];
  /** For the lines of one file. */
  open: (context: ImportContext) => TranscriptReader;
}

export interface TranscriptReader {
  read: (line: TranscriptLine) => void;
  /** After the last line. */
  end: () => void;
}
