import { useSignal } from '@preact/signals';
import type { SsoConfig } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { texts } from '../../texts/en/access/single-sign-on.ts';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { chosen, FormDialog, ticked, typed } from '../forms/form.tsx';

type Settings = NonNullable<SsoConfig['settings']>;
const defaultRoles = Object.entries(texts.defaultRoles) as readonly (readonly [
  keyof typeof texts.defaultRoles,
  string,
])[];

/** Shows the form of an account's single sign-on provider. A setting without a field here keeps its value. */
export function SingleSignOnDialog({ of, onClose }: { of: Settings | null; onClose: () => void }) {
  const name = useSignal(of?.name ?? '');
  const handle = useSignal(of?.handle ?? '');
  const issuer = useSignal(of?.issuer ?? '');
  const client = useSignal(of?.client_id ?? '');
  const secret = useSignal('');
  const domains = useSignal(of?.domains.join(' ') ?? '');
  const claim = useSignal(of?.role_claim ?? '');
  const roles = useSignal(of?.roles.map(({ value, role }) => `${value} = ${role}`).join(', ') ?? '');
  const rest = useSignal<keyof typeof texts.defaultRoles>(
    of === null ? 'viewer' : (of.default_role ?? 'none'),
  );
  const takesIn = useSignal(of?.just_in_time ?? true);
  const enabled = useSignal(of?.enabled ?? true);
  const action = useAction(async () => {
    const saved = await api.call('PUT /api/v2/sso/config', {
      body: {
        ...of,
        name: name.value,
        handle: handle.value,
        issuer: issuer.value.trim(),
        client_id: client.value,
        ...(secret.value === '' ? {} : { secret: secret.value }),
        domains: domains.value.split(/[\s,]+/).filter((domain) => domain !== ''),
        role_claim: claim.value.trim() || null,
        roles: readRoles(roles.value),
        default_role: rest.value === 'none' ? null : rest.value,
        just_in_time: takesIn.value,
        enabled: enabled.value,
      },
    });
    toast(texts.saved(saved.settings?.name ?? ''));
    onClose();
  });
  return (
    <FormDialog title={texts.setUp} submit={texts.save} action={action} onClose={onClose}>
      <TextField label={texts.name} hint={texts.nameHint} required autofocus {...typed(name)} />
      <TextField
        label={texts.handle}
        hint={texts.handleHint}
        required
        spellcheck={false}
        {...typed(handle)}
      />
      <TextField label={texts.issuer} hint={texts.issuerHint} type="url" required {...typed(issuer)} />
      <TextField label={texts.client} required spellcheck={false} {...typed(client)} />
      <TextField
        label={texts.secret}
        type="password"
        autocomplete="off"
        hint={of === null ? undefined : texts.secretKept}
        {...typed(secret)}
      />
      <TextField label={texts.domains} hint={texts.domainsHint} spellcheck={false} {...typed(domains)} />
      <TextField label={texts.roleClaim} hint={texts.roleClaimHint} spellcheck={false} {...typed(claim)} />
      <TextField label={texts.roles} hint={texts.rolesHint} spellcheck={false} {...typed(roles)} />
      <SelectField label={texts.defaultRole} options={defaultRoles} {...chosen(rest)} />
      <CheckField label={texts.justInTime} {...ticked(takesIn)} />
      <CheckField label={texts.enabled} {...ticked(enabled)} />
    </FormDialog>
  );
}

/** `dns-team = analyst, dns-admins = owner`. */
function readRoles(text: string): Settings['roles'] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, value, role] = /^(.+?)\s*=\s*(owner|analyst|viewer)$/.exec(part) ?? [];
      if (value === undefined) throw new Error(texts.rolesWrong);
      return { value, role: role as Settings['roles'][number]['role'] };
    });
}
