// The types of what the client uses of verify.js, for `make types` alone.
export function verify(raw: any, receipts?: any[], globalLog?: any[] | null): [string, string, string][];
