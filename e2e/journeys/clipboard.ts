import type { Locator } from '@playwright/test';

/** Pastes data into a text, by media type. */
export async function paste(text: Locator, parts: Record<string, string>): Promise<void> {
  await text.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, parts);
}

/**
 * Pastes a picture of 640 × 320 pixels, created in the page, as a file with this name, with `html`
 * beside it.
 */
export async function pastePicture(text: Locator, name: string, html = ''): Promise<void> {
  await text.evaluate(
    async (element, [called, beside]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 320 });
      const pencil = canvas.getContext('2d');
      if (pencil) pencil.fillStyle = '#375c8f';
      pencil?.fillRect(40, 40, 560, 240);
      const drawn = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/png'),
      );
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(drawn ? [drawn] : [], called, { type: 'image/png' }));
      if (beside !== '') clipboardData.setData('text/html', beside);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [name, html] as const,
  );
}
