import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../../texts/en/common.ts';

/** Shows a dialog that is open while it is rendered. Escape, a click outside and its own button close it. */
export function Dialog({
  title,
  onClose,
  kind = '',
  children,
}: {
  title: string;
  onClose: () => void;
  kind?: string;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <div class="row">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button quiet slim end" onClick={onClose}>
            {texts.close}
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
