import { useSignal } from '@preact/signals';
import type { User } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { SetupLinkDialog } from '../../components/forms/setup-link-dialog.tsx';
import { useChoice } from '../../components/forms/use-choice.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { dateTime } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/administration.ts';

type Tier = User['tier'];
const tierOptions = Object.entries(texts.tiers) as readonly (readonly [Tier, string])[];
const shownAtOnce = 200;

/** Shows every account with its tier. */
export function Accounts() {
  const accounts = useResource('accounts', (signal) =>
    api.call('GET /api/admin/accounts', { query: { limit: shownAtOnce }, signal }),
  );
  const link = useSignal<{ email: string; path: string; until: string } | undefined>(undefined);
  const makeLink = useAction(async (email: string) => {
    const made = await api.call('POST /api/admin/setup-links', { body: { email } });
    link.value = { email: made.email, path: made.path, until: made.expires_at };
  });
  return (
    <Panel title={texts.accounts.title}>
      <Refusal trouble={makeLink.trouble} />
      <ResourceTable
        label={texts.accounts.title}
        of={accounts}
        lines={4}
        rows={({ accounts }) => accounts}
        keyOf={({ id }) => id}
        columns={[
          texts.accounts.account,
          texts.accounts.tier,
          [texts.accounts.since, 'number'],
          [texts.accounts.link, 'buttons'],
        ]}
      >
        {(account) => (
          <>
            <td class="wrap who">
              {visible(account.email)}{' '}
              {account.administrator && <span class="badge">{texts.accounts.administrator}</span>}
            </td>
            <td>
              <AccountTier account={account} onChanged={accounts.reload} />
            </td>
            <td class="number soft">
              <Moment at={account.created_at} relative />
            </td>
            <td class="shrink">
              <button
                type="button"
                class="button quiet slim"
                onClick={() => void makeLink.run(account.email)}
              >
                {texts.accounts.link}
              </button>
            </td>
          </>
        )}
      </ResourceTable>
      {link.value !== undefined && (
        <SetupLinkDialog
          title={texts.accounts.linkTitle}
          more={texts.accounts.linkMore(visible(link.value.email), dateTime(link.value.until))}
          path={link.value.path}
          onClose={() => {
            link.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

function AccountTier({ account, onChanged }: { account: User; onChanged: () => void }) {
  const email = visible(account.email);
  const { trouble, ...choice } = useChoice(account.tier, async (tier) => {
    await api.call('PUT /api/admin/accounts/{id}/tier', { params: { id: account.id }, body: { tier } });
    toast(texts.accounts.changed(email, texts.tiers[tier]));
    onChanged();
  });
  return (
    <>
      <SelectField label={texts.accounts.tierOf(email)} hideLabel options={tierOptions} {...choice} />
      <Refusal trouble={trouble} />
    </>
  );
}
