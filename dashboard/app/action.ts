import { useSignal } from '@preact/signals';
import { type Trouble, troubleOf } from './api.ts';
import { confirmed } from './confirmation.ts';

export interface Action<Input> {
  readonly busy: boolean;
  readonly trouble: Trouble | undefined;
  /** Does it, once at a time. Returns whether it succeeded. */
  run(input: Input): Promise<boolean>;
  clear(): void;
}

/** Tracks an action of a person: whether it is under way, and its error. */
export function useAction<Input = void>(work: (input: Input) => Promise<unknown>): Action<Input> {
  const busy = useSignal(false);
  const trouble = useSignal<Trouble | undefined>(undefined);
  return {
    busy: busy.value,
    trouble: trouble.value,
    clear() {
      trouble.value = undefined;
    },
    async run(input) {
      if (busy.value) return false;
      busy.value = true;
      trouble.value = undefined;
      try {
        await confirmed(() => work(input));
        return true;
      } catch (error) {
        trouble.value = troubleOf(error);
        return false;
      } finally {
        busy.value = false;
      }
    },
  };
}
