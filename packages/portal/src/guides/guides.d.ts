declare module 'virtual:guides' {
  export interface Guide {
    readonly title: string;
    readonly sections: readonly { readonly slug: string; readonly title: string }[];
    readonly html: string;
  }
  export interface GuideEntry {
    readonly name: string;
    readonly title: string;
    readonly summary: string;
    readonly load: () => Promise<{ readonly default: Guide }>;
  }
  export const GUIDE_GROUPS: readonly { readonly title: string; readonly guides: readonly GuideEntry[] }[];
}
