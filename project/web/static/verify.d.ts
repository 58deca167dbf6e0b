// The types of what the client uses of verify.js, for `make lint-web` alone.
export function verifyBytes(bundle: Uint8Array, receipts?: Uint8Array | null): Promise<[string, string, string][]>;
