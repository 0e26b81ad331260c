import { useSignal } from '@preact/signals';
import type { Resource } from '../../../app/resource.ts';
import { mayWork } from '../../../app/session.ts';
import { ClientLink } from '../../../components/client-name.tsx';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { type ClientRole, type KnownRole, rolesByClient } from '../../../domain/site-roles.ts';
import { count } from '../../../format/numbers.ts';
import { texts } from '../../../texts/en/protect/site.ts';
import type { Site } from './own-zones.tsx';
import { RoleDialog } from './role-dialog.tsx';

const shownFirst = 20;

/** Shows what each client of a location is for, as it was said or learned, and lets people correct it. */
export function Roles({ site, locationId }: { site: Resource<Site>; locationId: number }) {
  const asked = useSignal<{ client?: string; said?: ClientRole } | undefined>(undefined);
  const shown = useSignal(shownFirst);
  const known = site.data === undefined ? [] : rolesByClient(site.data.roles);
  const { columns } = texts;
  return (
    <Panel
      title={texts.roles}
      tools={
        mayWork() && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              asked.value = {};
            }}
          >
            {texts.sayRole}
          </button>
        )
      }
    >
      <p class="soft small">{texts.rolesHint}</p>
      <ResourceTable
        label={texts.roles}
        of={site}
        lines={3}
        rows={() => known.slice(0, shown.value)}
        keyOf={({ client }) => client}
        columns={[
          columns.client,
          columns.role,
          columns.source,
          [columns.since, 'number'],
          [columns.last, 'number'],
          mayWork() && ([texts.correct, 'buttons'] as const),
        ]}
        empty={texts.noRoles}
      >
        {(one) => (
          <RoleCells
            one={one}
            onCorrect={() => {
              asked.value = { client: one.client, ...(one.said === undefined ? {} : { said: one.said }) };
            }}
          />
        )}
      </ResourceTable>
      {known.length > shown.value && (
        <button
          type="button"
          class="button"
          onClick={() => {
            shown.value = known.length;
          }}
        >
          {texts.moreRoles(count(known.length - shown.value))}
        </button>
      )}
      {asked.value !== undefined && (
        <RoleDialog
          locationId={locationId}
          client={asked.value.client}
          said={asked.value.said}
          onDone={site.reload}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

function RoleCells({ one, onCorrect }: { one: KnownRole; onCorrect: () => void }) {
  const { client, said, learned } = one;
  return (
    <>
      <td class="wrap">{client.includes('/') ? <Name name={client} /> : <ClientLink address={client} />}</td>
      <td>
        {texts.roleNames[(said ?? learned?.role)!]}
        {said !== undefined && learned !== undefined && (
          <div class="soft small">{texts.insteadOf(texts.roleNames[learned.role])}</div>
        )}
      </td>
      <td class="soft">{texts.sources[said === undefined ? 'learned' : 'operator']}</td>
      <td class="number soft">
        {said === undefined && learned?.since != null && <Moment at={learned.since} />}
      </td>
      <td class="number soft">{learned?.last != null && <Moment at={learned.last} relative />}</td>
      {mayWork() && (
        <td class="shrink">
          <button
            type="button"
            class="button slim quiet"
            aria-label={texts.correctOf(client)}
            onClick={onCorrect}
          >
            {texts.correct}
          </button>
        </td>
      )}
    </>
  );
}
