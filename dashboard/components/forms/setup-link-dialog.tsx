import { base } from '../../app/base.ts';
import { Command } from '../command.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a link by which a person sets a password, shown once, to be passed on. */
export function SetupLinkDialog({
  title,
  more,
  path,
  onClose,
}: {
  title: string;
  more: string;
  path: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{more}</p>
      <Command text={base.href.replace(/\/$/, '') + path} />
    </Dialog>
  );
}
