import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { navigate } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { closedAtOnce } from '../components/forms/closed-at-once.ts';
import { Icon } from '../components/icon.tsx';
import { Name } from '../components/name.tsx';
import { texts } from '../texts/en/common.ts';
import { visibleRoutes } from './navigation.tsx';
import { choicesFor } from './palette-choices.ts';

/** Shows one line that finds anything: a combobox (ARIA APG) over pages, names and addresses. */
export function Palette({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const selected = useSignal(0);
  useLayoutEffect(() => element.current?.showModal(), []);
  const choices = choicesFor(text.value, visibleRoutes(), carried());
  const go = (index: number) => {
    const choice = choices[index];
    if (choice === undefined) return;
    onClose();
    navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(selected.value);
    else if (event.key === 'ArrowDown') selected.value = Math.min(selected.value + 1, choices.length - 1);
    else if (event.key === 'ArrowUp') selected.value = Math.max(selected.value - 1, 0);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={element}
      class="dialog palette"
      aria-label={texts.palette.title}
      onCancel={closedAtOnce(onClose)}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <input
        class="input"
        role="combobox"
        aria-label={texts.palette.title}
        aria-expanded="true"
        aria-controls="palette-choices"
        aria-activedescendant={choices.length === 0 ? undefined : `palette-${selected.value}`}
        placeholder={texts.palette.placeholder}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          selected.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-choices" role="listbox" aria-label={texts.palette.title}>
        {choices.map(({ label, kind, icon, name }, index) => (
          <li
            key={kind + label}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === selected.value}
            onClick={() => go(index)}
          >
            <Icon name={icon} />
            {name ? <Name name={label} /> : label}
            <span class="kind">{kind}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p class="palette-nothing">{texts.palette.nothing}</p>}
    </dialog>
  );
}
