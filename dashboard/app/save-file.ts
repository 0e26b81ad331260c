/** Octets that are gathered before they go to the browser's own store, so that a large file is never whole in the page's memory. */
const gathered = 8 * 1024 * 1024;

/**
 * Takes a file as it comes and has the browser save it, told how much of it is there. Resolves to its size in octets; rejects, saving
 * nothing, if it breaks off.
 */
export async function saveFile(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (octets: number) => void,
): Promise<number> {
  const parts: Blob[] = [];
  let waiting: BlobPart[] = [];
  let waits = 0;
  let octets = 0;
  for await (const piece of pieces) {
    waiting.push(piece as Uint8Array<ArrayBuffer>);
    waits += piece.byteLength;
    octets += piece.byteLength;
    onProgress(octets);
    if (waits >= gathered) {
      parts.push(new Blob(waiting));
      waiting = [];
      waits = 0;
    }
  }
  const address = URL.createObjectURL(new Blob([...parts, ...waiting]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return octets;
}
