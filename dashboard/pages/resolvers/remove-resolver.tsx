import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts as all } from '../../texts/en/operate/resolvers.ts';

const texts = all.removing;

/** Removes a resolver, after telling what stays in force on it. */
export function RemoveResolver({
  resolver,
  onDone,
  onClose,
}: {
  resolver: AnswerOf<'GET /api/v1/unbound/stats'>['resolvers'][number];
  onDone: () => void;
  onClose: () => void;
}) {
  const name = visible(resolver.resolver_name);
  const action = useAction(async () => {
    await api.call('DELETE /api/v1/unbound/resolvers/{id}', { params: { id: resolver.resolver_id } });
    toast(texts.removed(name));
    onDone();
    onClose();
  });
  return (
    <FormDialog title={texts.title(name)} submit={texts.remove} danger action={action} onClose={onClose}>
      <p>{texts.keys}</p>
      {resolver.policy !== null && <p>{texts.policy(String(resolver.policy.version))}</p>}
      <p>{texts.rules}</p>
      <p class="soft">{texts.forever}</p>
    </FormDialog>
  );
}
