import { type Signal, useSignal } from '@preact/signals';
import type { CallInput } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locations } from '../../app/locations.ts';
import { isOwner } from '../../app/session.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, Form, ticked, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/access/account.ts';
import { type Role, roleOptions } from './roles.ts';

type Asked = NonNullable<CallInput<'POST /api/account/api-keys'>['body']>;
type Family = NonNullable<Asked['families']>[number];

/** All that there are: the type has another look if one is missing. */
const families = Object.keys({
  Authentication: true,
  'Provisioning (SCIM)': true,
  'Single sign-on': true,
  'Catalogue and courses': true,
  Compliance: true,
  Account: true,
  Administration: true,
  Sinks: true,
  'DNS monitoring': true,
  Enrolment: true,
  Notifications: true,
  Addresses: true,
  'Reverse WHOIS': true,
  Domains: true,
  'DNS intelligence': true,
  'Names beside the DNS': true,
  'Web technologies': true,
  'Bulk scans': true,
  'Passive DNS': true,
  'Certificate logs': true,
  Fingerprints: true,
  'Threat intelligence': true,
  Resolvers: true,
  Sharing: true,
} satisfies Record<Family, true>) as Family[];

/** Makes a key, and shows it once. */
export function AddKey({ administrator, onClose }: { administrator: boolean; onClose: () => void }) {
  const label = useSignal('');
  const administrates = useSignal(false);
  const provisions = useSignal(false);
  const role = useSignal<Role>(isOwner() ? 'owner' : 'administrator');
  const days = useSignal('');
  const readsAlone = useSignal(false);
  const networks = useSignal('');
  const ofFamilies = useSignal<ReadonlySet<Family>>(new Set());
  const ofLocations = useSignal<ReadonlySet<number>>(new Set());
  const made = useSignal<string | undefined>(undefined);
  const isOfAccount = !administrates.value && !provisions.value;
  const action = useAction(async () => {
    const answer = await api.call('POST /api/account/api-keys', {
      body: {
        label: label.value,
        administrator: administrates.value,
        provisioning: provisions.value,
        networks: listOf(networks.value.split(/[\s,]+/).filter((text) => text !== '')),
        ...(isOfAccount && {
          role: role.value,
          read_only: readsAlone.value,
          families: listOf([...ofFamilies.value]),
          location_ids: listOf([...ofLocations.value]),
        }),
        ...(days.value.trim() !== '' && { expires_in_days: Number(days.value) }),
      },
    });
    made.value = answer.api_key;
  });
  if (made.value !== undefined) {
    return (
      <Dialog title={texts.keys.add} onClose={onClose}>
        <p>{texts.keys.once}</p>
        <Command text={made.value} />
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.keys.add} onClose={onClose}>
      <Form action={action} submit={texts.keys.make} onCancel={onClose}>
        <TextField
          label={texts.keys.label}
          hint={texts.keys.labelHint}
          autofocus
          required
          {...typed(label)}
        />
        {isOfAccount && (
          <SelectField
            label={texts.keys.role}
            options={roleOptions.filter(([one]) => one !== 'owner' || isOwner())}
            {...chosen(role)}
          />
        )}
        <TextField
          label={texts.keys.days}
          hint={texts.keys.daysHint}
          type="number"
          min={1}
          max={3650}
          {...typed(days)}
        />
        <TextField label={texts.keys.networks} hint={texts.keys.networksHint} {...typed(networks)} />
        {isOfAccount && (
          <>
            <CheckField label={texts.keys.readsAlone} {...ticked(readsAlone)} />
            <Choices
              title={texts.keys.families}
              of={families.map((family) => [family, family] as const)}
              among={ofFamilies}
            />
            {locations.value.length > 0 && (
              <Choices
                title={texts.keys.locations}
                of={locations.value.map(({ id, location_name }) => [id, location_name] as const)}
                among={ofLocations}
              />
            )}
          </>
        )}
        {isOwner() && <CheckField label={texts.keys.provisions} {...ticked(provisions)} />}
        {administrator && <CheckField label={texts.keys.administrates} {...ticked(administrates)} />}
      </Form>
    </Dialog>
  );
}

/** Boxes of which none ticked means all. */
function Choices<Value extends string | number>({
  title,
  of,
  among,
}: {
  title: string;
  of: readonly (readonly [Value, string])[];
  among: Signal<ReadonlySet<Value>>;
}) {
  return (
    <details class="field">
      <summary>
        {title}: {among.value.size === 0 ? texts.keys.all : among.value.size}
      </summary>
      {of.map(([value, text]) => (
        <CheckField
          key={value}
          label={text}
          checked={among.value.has(value)}
          onChange={(checked) => {
            const others = [...among.value].filter((other) => other !== value);
            among.value = new Set(checked ? [...others, value] : others);
          }}
        />
      ))}
    </details>
  );
}

/** Null for none, which is without bound. */
function listOf<Item>(items: Item[]): Item[] | null {
  return items.length === 0 ? null : items;
}
