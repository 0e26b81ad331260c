import { useAction } from '../../../app/action.ts';
import { toast } from '../../../app/toasts.ts';
import { FormDialog } from '../../../components/forms/form.tsx';
import { visible } from '../../../format/visible-name.ts';
import { texts } from '../../../texts/en/operate/enrolment.ts';

/** Asks before a token or an agent is revoked. */
export function Revoke({
  title,
  more,
  done,
  revoke,
  onClose,
}: {
  title: string;
  more: string;
  done: string;
  revoke: () => Promise<unknown>;
  onClose: () => void;
}) {
  const action = useAction(async () => {
    await revoke();
    toast(done);
    onClose();
  });
  return (
    <FormDialog
      title={visible(title)}
      lead={more}
      submit={texts.revoke}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
