import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Trouble, troubleOf } from '../app/api.ts';
import { href } from '../app/router.ts';
import { findSession } from '../app/session.ts';
import { comeBack, takeJourney } from '../app/single-sign-on.ts';
import { Empty, Refusal, Skeleton } from '../components/state.tsx';
import { texts } from '../texts/en/access/sign-in.ts';
import { Brand } from './brand.tsx';

/**
 * Shows the page to which providers send people back: it finishes the sign-in, confirmation or link, and shows the
 * error if that fails.
 */
export function ProviderReturn() {
  const trouble = useSignal<Trouble | 'lost' | undefined>(undefined);
  useEffect(() => {
    const answer = location.search;
    // The code need not stay in the address and the history.
    history.replaceState(null, '', location.pathname);
    const journey = takeJourney();
    if (journey === undefined || answer === '') {
      trouble.value = 'lost';
      return;
    }
    comeBack(journey, answer).catch((error: unknown) => {
      trouble.value = troubleOf(error);
    });
  }, []);
  if (trouble.value === undefined) {
    return (
      <div class="alone">
        <Skeleton lines={3} />
      </div>
    );
  }
  return (
    <main class="alone">
      <Brand />
      <div class="panel">
        <Empty title={texts.providerFailed}>
          {trouble.value === 'lost' ? (
            <p class="soft">{texts.providerLost}</p>
          ) : (
            <Refusal trouble={trouble.value} />
          )}
          <a class="button" href={href('/')} onClick={() => void findSession()}>
            {texts.back}
          </a>
        </Empty>
      </div>
    </main>
  );
}
