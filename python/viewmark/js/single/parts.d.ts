// What the loader puts in place of these names (`script` in `browser/script_files.py`).

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

/** A tool as WebMCP lists it. */
interface OfferedTool {
  window: Window;
  name: string;
  description: string;
  inputSchema: unknown;
  annotations?: Record<string, unknown>;
}
interface Document {
  /** WebMCP: a draft that lib.dom does not know. */
  modelContext?: { getTools?: () => Promise<OfferedTool[]> };
}
interface Window {
  /** What `clipboard_event` leaves in a document of ours. */
  clipboardContents?: Promise<unknown>;
}
