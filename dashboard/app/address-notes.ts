import { signal } from '@preact/signals';
import type { AddressNote } from '@sonde/client/api-types.generated.ts';

/** Notes that are held, at most: pages of a night's live rows name many addresses. */
const most = 5_000;
const notes = signal<ReadonlyMap<string, AddressNote>>(new Map());

/** Keeps what an answer says beside itself of the addresses in it, wherever on a page they are shown. */
export function takeNotes(answer: unknown): void {
  const addresses = (answer as { readonly addresses?: unknown } | null)?.addresses;
  if (!Array.isArray(addresses)) return;
  const fresh = (addresses as AddressNote[]).filter((note) => !isSame(notes.value.get(note.ip), note));
  if (fresh.length === 0) return;
  const told = [...notes.value, ...fresh.map((note) => [note.ip, note] as const)];
  notes.value = new Map(told.slice(-most));
}

export function noteOf(address: string): AddressNote | undefined {
  return notes.value.get(address);
}

function isSame(one: AddressNote | undefined, other: AddressNote): boolean {
  return (
    one !== undefined &&
    Object.entries(other).every(([key, value]) => one[key as keyof AddressNote] === value)
  );
}
