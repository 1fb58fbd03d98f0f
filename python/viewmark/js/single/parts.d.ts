// Placeholders in the scripts that the loader replaces (`script` in `browser/script_files.py`).

declare const CODE: unknown;
declare const CONFIG: unknown;
declare const FILES: unknown;
declare const KEY: string;
declare const HANDLE: unknown;
declare const FUNCTION: (vm: unknown, ...rest: unknown[]) => unknown;
declare const LOOKS: string;
declare const OBJECT: { METHOD(...rest: unknown[]): unknown };
declare const REST: string;
declare const SENT: unknown;
declare const SOURCE: unknown;
declare const TYPES: string[];

/** A tool as returned by WebMCP. */
interface OfferedTool {
  window: Window;
  name: string;
  description: string;
  inputSchema: unknown;
  annotations?: Record<string, unknown>;
}
interface Document {
  /** WebMCP: a draft standard that lib.dom does not declare. */
  modelContext?: { getTools?: () => Promise<OfferedTool[]> };
}
interface Window {
  /** The promise that `clipboard_event` stores in a document created for it. */
  clipboardContents?: Promise<unknown>;
}
