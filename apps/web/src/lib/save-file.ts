/** Downloads a text as a file; `parts` is its text in order. */
export function saveFile(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

/** The browser reads the blob after the click, at a time that no event reports. */
const RELEASE_AFTER_MS = 60_000;
