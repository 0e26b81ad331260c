/**
 * Makes what a dialog does at Escape: it closes now. The browser tells of the end of a dialog a frame later, and what was opened in
 * between would be closed by that.
 */
export function closedAtOnce(onClose: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    onClose();
  };
}
