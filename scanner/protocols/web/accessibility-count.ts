import type { AccessibilityFacts } from '../../ports/web-page.ts';

type Attributes = Readonly<Record<string, string>>;

/** Fields that need no label of their own. */
const labelless = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

const isGiven = (text: string | undefined) => text !== undefined && text.trim() !== '';
/** Others name it, or it is not there for those who do not see. */
const isNamed = (attributes: Attributes) =>
  isGiven(attributes['aria-label']) || isGiven(attributes['aria-labelledby']) || isGiven(attributes.title);
const isHidden = (attributes: Attributes) =>
  attributes['aria-hidden'] === 'true' ||
  attributes.role === 'presentation' ||
  attributes.role === 'none' ||
  attributes.hidden !== undefined;

/** An accessibility count counts, tag by tag, what a page shows of its accessibility without rendering it. */
export class AccessibilityCount {
  readonly #labelled = new Set<string>();
  readonly #unlabelled: string[] = [];
  /** The link or button that is open: they don't stand in each other. */
  #control: { readonly name: 'a' | 'button'; isNamed: boolean } | undefined;
  #openLabels = 0;
  #images = 0;
  #imagesWithoutAlternative = 0;
  #fields = 0;
  #firstLevelHeadings = 0;
  #framesWithoutTitle = 0;
  readonly #controls = { a: 0, button: 0 };
  readonly #nameless = { a: 0, button: 0 };

  onOpen(name: string, attributes: Attributes): void {
    if (this.#control?.isNamed === false && isNamed(attributes)) this.#control.isNamed = true;
    if (name === 'img') this.#onImage(attributes);
    else if (name === 'h1') this.#firstLevelHeadings++;
    else if (name === 'iframe') {
      if (!isNamed(attributes) && !isHidden(attributes)) this.#framesWithoutTitle++;
    } else if (name === 'label') {
      this.#openLabels++;
      if (attributes.for !== undefined) this.#labelled.add(attributes.for);
    } else if (name === 'a' || name === 'button') this.#onControl(name, attributes);
    else if (name === 'input' || name === 'select' || name === 'textarea') this.#onField(attributes);
  }

  onText(text: string): void {
    if (this.#control?.isNamed === false && isGiven(text)) this.#control.isNamed = true;
  }

  onClose(name: string): void {
    if (name === 'label') this.#openLabels = Math.max(0, this.#openLabels - 1);
    if (this.#control?.name !== name) return;
    if (!this.#control.isNamed) this.#nameless[this.#control.name]++;
    this.#control = undefined;
  }

  facts(): AccessibilityFacts {
    return {
      images: this.#images,
      imagesWithoutAlternative: this.#imagesWithoutAlternative,
      fields: this.#fields,
      fieldsWithoutLabel: this.#unlabelled.filter((id) => id === '' || !this.#labelled.has(id)).length,
      firstLevelHeadings: this.#firstLevelHeadings,
      framesWithoutTitle: this.#framesWithoutTitle,
      links: this.#controls.a,
      linksWithoutName: this.#nameless.a,
      buttons: this.#controls.button,
      buttonsWithoutName: this.#nameless.button,
    };
  }

  #onImage(attributes: Attributes): void {
    this.#images++;
    const { alt } = attributes;
    if (this.#control !== undefined && isGiven(alt)) this.#control.isNamed = true;
    if (alt === undefined && !isNamed(attributes) && !isHidden(attributes)) this.#imagesWithoutAlternative++;
  }

  #onControl(name: 'a' | 'button', attributes: Attributes): void {
    // An anchor without href is a place, and no link.
    if ((name === 'a' && attributes.href === undefined) || isHidden(attributes)) return;
    this.#controls[name]++;
    this.#control = { name, isNamed: isNamed(attributes) };
  }

  #onField(attributes: Attributes): void {
    const type = (attributes.type ?? '').toLowerCase();
    if (type === 'image') {
      this.#images++;
      if (!isGiven(attributes.alt) && !isNamed(attributes)) this.#imagesWithoutAlternative++;
    }
    if (labelless.has(type)) return;
    this.#fields++;
    if (!isNamed(attributes) && this.#openLabels === 0) this.#unlabelled.push(attributes.id ?? '');
  }
}
