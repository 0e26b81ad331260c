import type { User } from '@sonde/client/api-types.generated.ts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closedAtOnce } from '../components/forms/closed-at-once.ts';
import { texts } from '../texts/en/common.ts';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { SideFoot } from './side-foot.tsx';

/** Shows the navigation on narrow screens. */
export function Drawer({ user, onClose }: { user: User; onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      class="dialog drawer"
      aria-label={texts.menu}
      onCancel={closedAtOnce(onClose)}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="stack">
        <div class="row">
          <Brand />
          <button type="button" class="button quiet slim end" onClick={onClose}>
            {texts.close}
          </button>
        </div>
        <Navigation onGo={onClose} />
        <SideFoot user={user} />
      </div>
    </dialog>
  );
}
