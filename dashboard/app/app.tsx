import { useEffect } from 'preact/hooks';
import { Failure, Skeleton } from '../components/state.tsx';
import { MailAnswer } from '../shell/mail-answer.tsx';
import { ProviderReturn } from '../shell/provider-return.tsx';
import { Setup } from '../shell/setup.tsx';
import { Shell } from '../shell/shell.tsx';
import { SignIn } from '../shell/sign-in.tsx';
import { hadSession } from './preferences.ts';
import { place } from './router.ts';
import { findSession, session } from './session.ts';

const byToken: readonly string[] = ['/setup', '/sso', '/mail'];

/** Shows the shell with the page of the address, or the way to sign in if there is no session. */
export function App() {
  useEffect(() => {
    // A link with a token comes before whoever is signed in.
    // So does the way back from a provider, which finds it by itself.
    if (!byToken.includes(place.value.path)) void findSession();
  }, []);
  const known = session.value;
  if (place.value.path === '/mail') return <MailAnswer />;
  if (place.value.path === '/setup' && known.state !== 'open') return <Setup />;
  if (place.value.path === '/sso') return <ProviderReturn />;
  switch (known.state) {
    case 'unknown':
      return hadSession() ? (
        <Shell user={undefined} />
      ) : (
        <div class="alone">
          <Skeleton lines={3} />
        </div>
      );
    case 'failed':
      return (
        <main class="alone">
          <Failure trouble={known.trouble} retry={() => void findSession()} />
        </main>
      );
    case 'none':
      return <SignIn />;
    case 'open':
      return <Shell user={known.user} />;
  }
}
