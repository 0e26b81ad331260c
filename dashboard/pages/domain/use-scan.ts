import { useSignal } from '@preact/signals';
import type { DomainScan } from '@sonde/client/api-types.generated.ts';
import { useEffect, useRef } from 'preact/hooks';
import { api, type Trouble, troubleOf } from '../../app/api.ts';

export interface ScanState {
  readonly scan: DomainScan | undefined;
  readonly trouble: Trouble | undefined;
  /** While it runs: checks that have ended, of how many, and the last. */
  readonly progress: { readonly done: number; readonly total: number; readonly last: string } | undefined;
  /** Whether the last known scan is still being asked for. */
  readonly looking: boolean;
  start(): void;
  stop(): void;
}

/** Loads the last scan of a domain, and follows a new one as it goes. */
export function useScan(domain: string): ScanState {
  const scan = useSignal<DomainScan | undefined>(undefined);
  const trouble = useSignal<Trouble | undefined>(undefined);
  const progress = useSignal<ScanState['progress']>(undefined);
  const looking = useSignal(true);
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    scan.value = undefined;
    looking.value = true;
    api
      .call('GET /api/domain/{domain}', { params: { domain }, signal })
      .then((found) => {
        scan.value = found;
      })
      .catch((error: unknown) => {
        const what = troubleOf(error);
        if (!signal.aborted && what.status !== 404) trouble.value = what;
      })
      .finally(() => {
        looking.value = false;
      });
    return () => ending.current.abort();
  }, [domain]);
  const run = async (signal: AbortSignal) => {
    trouble.value = undefined;
    progress.value = { done: 0, total: 0, last: '' };
    try {
      for await (const line of api.scanDomain({ domain, force_refresh: true }, { signal })) {
        if (line.event === 'check') {
          progress.value = { done: line.done, total: line.total, last: line.check };
        } else if (line.event === 'result') scan.value = line.result;
        else {
          const { error: message, code } = line;
          trouble.value = { status: 200, message, code, requestId: undefined, details: [] };
        }
      }
    } catch (error) {
      if (!signal.aborted) trouble.value = troubleOf(error);
    } finally {
      progress.value = undefined;
    }
  };
  return {
    scan: scan.value,
    trouble: trouble.value,
    progress: progress.value,
    looking: looking.value,
    start() {
      ending.current.abort();
      ending.current = new AbortController();
      void run(ending.current.signal);
    },
    stop: () => ending.current.abort(),
  };
}
