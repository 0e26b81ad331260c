import { signal } from '@preact/signals';

export const toasts = signal<readonly { readonly id: number; readonly text: string }[]>([]);
const shownMs = 5_000;
let last = 0;

/** Says in passing that something was done. */
export function toast(text: string): void {
  const id = ++last;
  toasts.value = [...toasts.value.slice(-2), { id, text }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, shownMs);
}
