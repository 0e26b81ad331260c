import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { type Action, useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/administration.ts';
import { Command } from '../command.tsx';
import { Pager, pageStart } from '../lists/pager.tsx';
import { Moment } from '../moment.tsx';
import { Panel, TableScroll } from '../panel.tsx';
import { Empty, Loaded, Refusal } from '../state.tsx';

const atOnce = 50;

function VerifyButton({ action }: { action: Action<void> }) {
  return (
    <button type="button" class="button slim" disabled={action.busy} onClick={() => void action.run()}>
      {texts.audit.verify}
    </button>
  );
}

/** Whether the chain of the administrator's account is whole, and the head to be noted. */
function Verdict({ of: { fault, entries, head } }: { of: AnswerOf<'GET /api/account/audit-log/verify'> }) {
  return (
    <div role="status">
      <p>
        {fault === null
          ? texts.audit.intact(count(entries))
          : texts.audit.broken(fault.kind.replaceAll('_', ' '), count(fault.position))}
      </p>
      {head !== null && (
        <>
          <p class="soft small">{texts.audit.head}</p>
          <Command text={`${head.position}:${head.hash}`} />
        </>
      )}
    </div>
  );
}

/** Shows the audit log of the installation or of the account, newest entries first, a page at a time. */
export function AuditLog({ of }: { of: 'installation' | 'account' }) {
  const from = pageStart();
  const log = useResource(
    `audit log of the ${of} from ${from}`,
    (signal) =>
      api.call(of === 'account' ? 'GET /api/account/audit-log' : 'GET /api/admin/audit-log', {
        query: { limit: atOnce, offset: from },
        signal,
      }),
    { keep: true },
  );
  const verdict = useSignal<AnswerOf<'GET /api/account/audit-log/verify'> | undefined>(undefined);
  const verify = useAction(async () => {
    verdict.value = await api.call('GET /api/account/audit-log/verify');
  });
  return (
    <Panel
      title={texts.audit.title}
      tools={
        <div class="row">
          {(['csv', 'ndjson'] as const).map((format) => (
            <a
              key={format}
              class="button slim"
              href={href('/api/account/audit-log', { format })}
              download=""
              data-outside
            >
              {texts.audit.formats[format]}
            </a>
          ))}
          <VerifyButton action={verify} />
        </div>
      }
    >
      <p class="soft small">{texts.audit.whose[of]}</p>
      <Refusal trouble={verify.trouble} />
      {verdict.value !== undefined && <Verdict of={verdict.value} />}
      <Loaded
        of={log}
        lines={8}
        isEmpty={({ entries }) => entries.length === 0}
        empty={<Empty title={texts.audit.empty} />}
      >
        {({ entries, count: all }) => (
          <>
            <TableScroll label={texts.audit.title}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{texts.audit.at}</th>
                    <th>{texts.audit.what}</th>
                    <th>{texts.audit.object}</th>
                    {of === 'installation' && <th class="number">{texts.audit.who}</th>}
                    <th class="number">{texts.audit.from}</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry) => (
                    <tr key={entry.id}>
                      <td class="soft">
                        <Moment at={entry.at} />
                      </td>
                      <td>
                        {visible(entry.action.replaceAll('_', ' '))}
                        {Object.keys(entry.details).length > 0 && (
                          <div class="soft small wrap">{visible(detailsIn(entry.details))}</div>
                        )}
                      </td>
                      <td>{objectName(visible(entry.object))}</td>
                      {of === 'installation' && (
                        <td class="number">
                          {entry.account_id ?? texts.audit.nobody}
                          {entry.key_id !== null && (
                            <div class="soft small">{texts.audit.key(String(entry.key_id))}</div>
                          )}
                        </td>
                      )}
                      <td class="number soft">{visible(entry.address)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
            <Pager
              from={from}
              shown={entries.length}
              all={all}
              atOnce={atOnce}
              texts={{ page: texts.audit.page, before: texts.audit.later, after: texts.audit.earlier }}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Writes what is known beside an entry as words and their values: `kind: webhook, tier: premium`. */
function detailsIn(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([word, value]) => {
      const said = typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
      return `${word.replaceAll('_', ' ')}: ${said}`;
    })
    .join(', ');
}

/** Says in words to what something was done: `notification_channel:1` is `notification channel 1`. */
function objectName(object: string): string {
  const [, kind, rest] = /^([a-z_]+):(.*)$/s.exec(object) ?? [];
  return kind === undefined ? object : `${kind.replaceAll('_', ' ')} ${rest}`;
}
