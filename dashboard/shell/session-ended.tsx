import { sessionEnded } from '../app/connection.ts';
import { ownName } from '../app/session.ts';
import { Dialog } from '../components/forms/dialog.tsx';
import { texts } from '../texts/en/common.ts';
import { SignInForm } from './sign-in.tsx';

/** Shows the sign-in over the page that was open, which stays as it is. */
export function SessionEnded() {
  return (
    <Dialog
      title={texts.session.ended}
      onClose={() => {
        sessionEnded.value = false;
      }}
    >
      <p class="soft">{texts.session.endedMore}</p>
      <SignInForm known={ownName()} />
    </Dialog>
  );
}
