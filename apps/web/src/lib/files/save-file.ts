/** Downloads a text as a file; `parts` is its text in order. */
export const saveFile = (name: string, parts: readonly string[], type: string): void =>
  saveBlob(name, new Blob([...parts], { type: `${type};charset=utf-8` }));

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

/** The browser reads the blob after the click, at a time that no event reports. */
const RELEASE_AFTER_MS = 60_000;
