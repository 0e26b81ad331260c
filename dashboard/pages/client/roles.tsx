import type { DetectionChanges } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { locationId } from '../../app/time-range.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/watch/client.ts';

type Role = keyof typeof texts.roles;
const roles = Object.keys(texts.roles) as Role[];

/** Shows what the client is for at the location that is chosen, or the only one, and lets people correct it. */
export function Roles({ address }: { address: string }) {
  const all = locations.value;
  const id = locationId.value ?? (all.length === 1 ? all[0]!.id : undefined);
  return id === undefined ? null : <RoleAt key={id} id={id} address={address} />;
}

function RoleAt({ id, address }: { id: number; address: string }) {
  const site = useResource(`site ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/locations/{id}/site', { params: { id }, signal }),
  );
  const action = useAction(async (chosen: Role | '') => {
    const params = { id };
    const { changes } = await api.call('GET /api/v1/dns-monitoring/locations/{id}/detection', { params });
    const others = (changes.site?.roles ?? []).filter(({ client }) => client !== address);
    // Before networks that it may be in: the first that covers it holds.
    const said = chosen === '' ? others : [{ client: address, role: chosen }, ...others];
    const body: { changes: DetectionChanges } = {
      changes: { ...changes, site: { ...changes.site, roles: said } },
    };
    await api.call('PUT /api/v1/dns-monitoring/locations/{id}/detection', { params, body });
    toast(texts.didRole);
    site.reload();
  });
  return (
    <Panel title={texts.role}>
      <Loaded of={site} lines={2}>
        {({ roles: known }) => {
          const own = known.filter(({ client }) => client === address);
          const said = own.find(({ source }) => source === 'operator');
          const learned = own.find(({ source }) => source === 'learned');
          return (
            <div class="stack">
              <p class="soft">
                {learned === undefined ? (
                  texts.noRole
                ) : (
                  <>
                    {texts.learnedRole(texts.roles[learned.role])} <Moment at={learned.since!} />
                  </>
                )}
              </p>
              {mayWork() && (
                <SelectField
                  label={texts.correctRole}
                  value={said?.role ?? ''}
                  options={[
                    ['', texts.asLearned],
                    ...roles.map((role) => [role, texts.roles[role]] as const),
                  ]}
                  onChange={(chosen) => void action.run(chosen)}
                />
              )}
              <Refusal trouble={action.trouble} />
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
