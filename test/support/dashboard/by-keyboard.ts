import type { Locator, Page } from 'playwright-core';
import { settled } from './open-browser.ts';

/**
 * A person who has no mouse. What the focus comes to has to be seen: it is within the window, nothing lies over it, and it is
 * marked; and while a dialog is open the focus stays in it. What is not so is gathered in `faults`.
 */
export class ByKeyboard {
  readonly page: Page;
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Goes on by Tab until a control has the focus. */
  async tabTo(control: Locator): Promise<void> {
    await control.waitFor();
    for (let pressed = 0; pressed < 200; pressed++) {
      if (await this.isAt(control)) return;
      await this.tab();
    }
    throw new Error(`no Tab leads to ${control}`);
  }

  async tab(key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.page.keyboard.press(key);
    let fault = (await this.page.evaluate(faultOfFocus)) as string | null;
    // Notes in passing give way, and a page that scrolls arrives, with the next picture.
    if (fault !== null)
      fault = (await this.page.evaluate(`${nextPicture}.then(() => ${faultOfFocus})`)) as typeof fault;
    if (fault !== null) this.faults.push(`${new URL(this.page.url()).pathname}: ${fault}`);
  }

  isAt(control: Locator): Promise<boolean> {
    return control.evaluate((element) => element === element.ownerDocument.activeElement);
  }

  /** Goes to a control, and presses Enter on it. */
  async enter(control: Locator): Promise<void> {
    await this.tabTo(control);
    await this.press('Enter');
  }

  /** Finds a page by the search, and waits until it is there. */
  async find(text: string, title = text): Promise<void> {
    await this.press('/');
    await this.page.getByRole('combobox', { name: 'Search' }).waitFor();
    await this.type(text);
    await this.page.getByRole('option', { name: text }).first().waitFor();
    await this.press('Enter');
    await this.page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    await settled(this.page);
  }

  /**
   * Opens a dialog by its button, goes round in it both ways, leaves it by Escape, and opens it again: the focus stays in it
   * and comes back to the button.
   */
  async tryDialog(opener: Locator): Promise<Locator> {
    await this.enter(opener);
    const dialog = this.page.getByRole('dialog');
    await dialog.waitFor();
    const stops = await dialog.locator('button, input, select, textarea, a[href]').count();
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      for (let pressed = 0; pressed <= stops + 1; pressed++) await this.tab(key);
    }
    await this.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    if (!(await this.isAt(opener))) {
      const at = await this.page.evaluate('document.activeElement?.outerHTML.slice(0, 120)');
      throw new Error(`the focus does not come back to ${opener}, but to ${at}`);
    }
    await this.press('Enter');
    await dialog.waitFor();
    return dialog;
  }
}

const nextPicture =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

const faultOfFocus = `(() => {
  const at = document.activeElement;
  const dialog = document.querySelector('dialog[open]');
  // The window itself, between the last control and the first.
  if (at === null || at === document.body) return null;
  const called = at.outerHTML.slice(0, 120);
  if (dialog !== null && !dialog.contains(at)) return 'the focus leaves the dialog: ' + called;
  const { top, left, width, height, bottom, right } = at.getBoundingClientRect();
  if (width === 0 || height === 0) return 'the focus is on nothing that is seen: ' + called;
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'the focus is outside of the window: ' + called;
  const [x, y] = [left + width / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
  const over = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, x)), y);
  if (over !== null && over !== at && !at.contains(over) && !over.contains(at) && over.closest('label')?.control !== at)
    return 'the focus is hidden below ' + over.outerHTML.slice(0, 120) + ': ' + called;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  if (!at.matches(':focus-visible') || ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none'))
    return 'the focus is not marked: ' + called;
  if (at.tabIndex > 0) return 'it stands out of the order: ' + called;
  return null;
})()`;
