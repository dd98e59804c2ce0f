/** What the help of each command ends with. */
export const EXAMPLES = {
  facet: `
Exit codes: 0 done, 1 some photos failed, 2 wrong usage, 130 after Ctrl-C.

Examples:
  $ facet detect photo.jpg --draw faces.jpg
  $ facet match passport.jpg selfie.jpg
  $ facet enrol people/ --gallery people.facet
  $ facet search party/ --gallery people.facet
  $ facet doctor
`,
  detect: `
Examples:
  $ facet detect photo.jpg                         the faces in it
  $ facet detect photo.jpg --draw faces.jpg        and a picture with the faces marked
  $ facet detect photo.jpg --max-faces 1           the most prominent face only, faster
  $ facet detect photos/ --csv > faces.csv         every photo below a folder
  $ facet detect 'photos/**/2024-*.jpg' --json     a pattern; JSON lines, with all landmarks
  $ facet detect photos/ --json --resume run.journal > faces.json
                                                   after Ctrl-C, the same command continues
  $ curl -s https://example.com/p.jpg | facet detect -
`,
  match: `
The score is the distance between the most prominent faces, 0 to 0.9. Below 0.5, they are the same person.

Examples:
  $ facet match passport.jpg selfie.jpg
  $ facet match a.jpg b.jpg --json | jq .score
  $ facet match passport.jpg group.jpg --all --details
                                                   which person of the group it is, and how certain that is
`,
  vector: `
Examples:
  $ facet vector selfie.jpg --json
  $ facet vector people/ --quality --csv > vectors.csv
  $ facet vector group.jpg --all --json            every face, with its rectangle
`,
  enrol: `
The most prominent face of each photo becomes a vector of the person after whom its folder is named. Nothing is added
twice. After Ctrl-C or a crash, the same command continues.

Examples:
  $ facet enrol people/ --gallery people.facet     people/ada/1.jpg, people/ada/2.jpg, people/bob/1.jpg
  $ facet enrol people/ --gallery people.facet --quality
  $ facet enrol people/ --collection office        to a collection of a server (FACET_URL)
`,
  search: `
Examples:
  $ facet search party/ --gallery people.facet
  $ facet search group.jpg --gallery people.facet --top 3 --threshold 0.6
  $ facet search photos/ --gallery people.facet --csv > who-is-where.csv
  $ facet search photos/ --collection office       in a collection of a server (FACET_URL)
`,
  blur: `
Pictures are JPEG, or PNG for a PNG, of the photo's size and without metadata. At most 40 faces of a photo are found:
check the pictures before you publish them.

Examples:
  $ facet blur street.jpg --out blurred.jpg
  $ facet blur photos/ --out blurred/ --style blur --shape rectangle
  $ facet blur party/ --out blurred/ --gallery people.facet --keep-enrolled
`,
  crop: `
Pictures are PNG files named after the photo, the most prominent face first. Eyes and mouth are where models of the
ArcFace kind expect them.

Examples:
  $ facet crop group.jpg --out faces/              faces/group-face-1.png, faces/group-face-2.png, …
  $ facet crop photos/ --out faces/ --min-face-size 80
`,
  cluster: `
Examples:
  $ facet cluster photos/                          person-001, person-002, …
  $ facet cluster photos/ --min 3 --out people/    the cropped faces; rename the folders, then enrol them
  $ facet cluster photos/ --json --resume run.journal
`,
  gallery: `
Examples:
  $ facet gallery list people.facet
  $ facet gallery remove people.facet ada bob      all of them or none
  $ facet gallery rename people.facet person-003 eve
  $ facet gallery merge people.facet other.facet   the same id in both is the same person
  $ facet gallery list --collection office         the same for a collection of a server (FACET_URL)
  $ facet gallery export --collection office office.facet
`,
  serve: `
All settings of the service are read from the environment; docs/configuration.md lists them.

Examples:
  $ facet serve
  $ facet serve --port 9000 --host 0.0.0.0
`,
  mcp: `
The assistant starts this command itself; docs/cli.md shows how to tell it. It can read the named folders and nothing
else, and change nothing.

Examples:
  $ facet mcp --folder ~/Pictures
  $ facet mcp --folder photos/ people/ --workers 2
`,
  doctor: `
The exit code is 1 if something is broken; warnings do not count.

Examples:
  $ facet doctor
  $ facet doctor --port 9000
  $ facet doctor --url https://faces.example.com
`,
  completion: `
Examples:
  $ facet completion bash > ~/.local/share/bash-completion/completions/facet
  $ facet completion zsh > "\${fpath[1]}/_facet"
  $ facet completion fish > ~/.config/fish/completions/facet.fish
`,
} as const;
