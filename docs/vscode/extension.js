// Starts `kamon lsp` for YAML files and hands it what the editor asks.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("kamon").get("command");
  client = new LanguageClient(
    "kamon",
    "Kamon",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.yaml") },
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
