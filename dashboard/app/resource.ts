import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Trouble, troubleOf } from './api.ts';

export interface Resource<Data> {
  /** The last good answer; it stays while the next is on its way or has failed. */
  readonly data: Data | undefined;
  readonly trouble: Trouble | undefined;
  readonly loading: boolean;
  /** The time at which `data` came, in milliseconds since 1970. */
  readonly at: number | undefined;
  reload(): void;
}

type State<Data> = Omit<Resource<Data>, 'reload'>;
const nothing = { data: undefined, trouble: undefined, loading: true, at: undefined };

/**
 * Asks the collector, and again when `key` changes: the question in words, so that equal keys are equal questions.
 * With `every` (milliseconds) it is asked again while the page is looked at. An undefined key asks nothing.
 */
export function useResource<Data>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<Data>,
  { every, keep = false }: { every?: number; keep?: boolean } = {},
): Resource<Data> {
  const state = useSignal<State<Data>>(nothing);
  const again = useSignal(0);
  const latest = useRef(ask);
  latest.current = ask;
  const asked = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (key === undefined) return;
    const ending = new AbortController();
    const same = asked.current === key || keep;
    asked.current = key;
    state.value = same ? { ...state.value, loading: true } : nothing;
    latest.current(ending.signal).then(
      (data) => {
        if (!ending.signal.aborted)
          state.value = { data, trouble: undefined, loading: false, at: Date.now() };
      },
      (error: unknown) => {
        if (!ending.signal.aborted)
          state.value = { ...state.value, trouble: troubleOf(error), loading: false };
      },
    );
    return () => ending.abort();
  }, [key, again.value]);
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !state.value.loading) again.value++;
    }, every);
    return () => clearInterval(timer);
  }, [every]);
  return { ...state.value, reload: () => again.value++ };
}

/** Tells whether there is an answer, or the reason why there is none. */
export function isSettled({ data, trouble }: Resource<unknown>): boolean {
  return data !== undefined || trouble !== undefined;
}
