/** A guide that the portal shows, by the file that it is made from. */
export interface GuideSource {
  /** In the address: `#/guides/api`. */
  readonly name: string;
  /** From the top of the repository. */
  readonly file: string;
  /** One line for the list of guides. */
  readonly summary: string;
}

interface GuideGroup {
  readonly title: string;
  readonly guides: readonly GuideSource[];
}

const guide = (name: string, summary: string, file = `docs/${name}.md`): GuideSource => ({
  name,
  file,
  summary,
});

/** All guides, in the order in which the portal lists them. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Use it',
    guides: [
      guide('getting-started', 'Start the service, make the first call, compare two faces.'),
      guide('portal', 'The web page: playground, live camera, keys and usage.'),
      guide('api', 'Every operation, with real requests and responses.'),
      guide(
        'client',
        'Typed calls and errors for Node, Deno, Bun and browsers.',
        'packages/client/README.md',
      ),
      guide(
        'python',
        'Every operation and a gallery, with the standard library alone.',
        'packages/python-client/README.md',
      ),
      guide('snippets', 'The same calls in Python, Go, Java, PHP and C#.', 'docs/snippets/README.md'),
      guide('collections', 'People that the service keeps for you.'),
      guide('liveness', 'Is a person in front of the camera?'),
      guide('home', 'The camera saw Anna: with Double Take, Frigate and Home Assistant.'),
      guide('migrating', 'From CompreFace, DeepStack, Amazon Rekognition or face-api.js; with Nextcloud.'),
      guide('search', 'Find a person among many, and sort photos into people.'),
      guide('cli', 'Work on photos and folders from the shell.'),
    ],
  },
  {
    title: 'Know its limits',
    guides: [
      guide('accuracy', 'How often it is right, when it is not, and for whom.'),
      guide('security', 'What it promises, which test holds each promise, and the limits.'),
      guide('privacy', 'What is stored, and what you must do before you process faces.'),
    ],
  },
  {
    title: 'Run it',
    guides: [
      guide('company', 'From a bare machine to a service with TLS, backups and monitoring.'),
      guide('operating', 'Install, upgrade, back up, monitor and scale.'),
      guide('scaling', 'Many servers on one PostgreSQL: connections, fairness, failover.'),
      guide('accounts', 'Accounts, plans, usage and bills.'),
      guide('configuration', 'Every setting.'),
      guide('errors', 'Every error code, and what to do about it.'),
      guide('models', 'The models, their licences, and how to mirror them.'),
    ],
  },
  {
    title: 'Change it',
    guides: [
      guide(
        'contributing',
        'The layout of the code, the tests, and how to add an operation.',
        'CONTRIBUTING.md',
      ),
      guide('architecture', 'How a photo and an API key go through the code.'),
    ],
  },
];
