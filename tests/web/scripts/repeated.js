// A key that is held presses what has the focus again; whether the browser would act on it.
() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', repeat: true, bubbles: true, cancelable: true}))
