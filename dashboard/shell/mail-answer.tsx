import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { Form } from '../components/forms/form.tsx';
import { Empty } from '../components/state.tsx';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/parts/mail-reports.ts';
import { Brand } from './brand.tsx';

const calls = {
  confirm: async (token: string) => {
    const { recipient } = await api.call('POST /api/v1/notifications/reports/confirm', { body: { token } });
    return texts.done.confirm(visible(recipient));
  },
  unsubscribe: async (token: string) => {
    await api.call('POST /api/v1/notifications/reports/unsubscribe', { body: { token } });
    return texts.done.unsubscribe();
  },
} as const;
type What = keyof typeof calls;

/**
 * Shows the page behind the links of mails, for people who need not be signed in: a click says yes or no, opening the
 * link does nothing.
 */
export function MailAnswer() {
  const asked = useSignal(new URLSearchParams(location.hash.slice(1)));
  useEffect(() => {
    // The token need not stay in the address and the history.
    history.replaceState(null, '', location.pathname);
  }, []);
  const what = (['confirm', 'unsubscribe'] as const).find((one) => asked.value.has(one));
  return (
    <main class="alone">
      <Brand />
      <div class="panel">
        {what === undefined ? (
          <Empty title={texts.noToken}>
            <p class="soft">{texts.noTokenMore}</p>
          </Empty>
        ) : (
          <Question what={what} token={asked.value.get(what)!} />
        )}
      </div>
    </main>
  );
}

function Question({ what, token }: { what: What; token: string }) {
  const done = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    done.value = await calls[what](token);
  });
  if (done.value !== undefined) {
    return (
      <div role="status">
        <h1>{done.value}</h1>
      </div>
    );
  }
  return (
    <Form action={action} submit={texts.yes[what]}>
      <h1>{texts.asking[what]}</h1>
      <p class="soft">{texts.askingMore[what]}</p>
    </Form>
  );
}
