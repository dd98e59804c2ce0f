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
  /** Stands in the HTML for the address of the service. */
  export const SERVICE_PLACEHOLDER: string;
  export const GUIDE_GROUPS: readonly { readonly title: string; readonly guides: readonly GuideEntry[] }[];
}

declare module 'virtual:guide-search' {
  export const GUIDE_SECTIONS: readonly {
    readonly page: string;
    readonly heading: string;
    readonly href: string;
    readonly words: string;
  }[];
}
