import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/protect/own-lists.ts';
import { FormDialog } from '../forms/form.tsx';

/** Removes a list of the operator's own, after telling what stays of it. */
export function RemoveList({
  source,
  indicators,
  onDone,
  onClose,
}: {
  source: string;
  indicators: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const action = useAction(async () => {
    await api.call('DELETE /api/v1/threat-intel/indicators/{source}', { params: { source } });
    toast(texts.removed(visible(source)));
    onDone();
  });
  return (
    <FormDialog
      title={texts.removeTitle(visible(source))}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    >
      <p>{texts.removeMore(count(indicators))}</p>
      <p class="soft">{texts.removeStays}</p>
    </FormDialog>
  );
}
