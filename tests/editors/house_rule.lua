-- Writes a house rule in Neovim: every word is an offered completion; titles, names, numbers and
-- signs are typed; a wrong word is mended by an offered fix. Saves the file and leaves.
local WAIT = 60000

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit")
end

local function client()
  return next(vim.lsp.buf_get_clients(0)) ~= nil
end

-- What the server answers about the place of the cursor.
local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, WAIT)
  local _, answer = next(answers or {})
  if not answer or not answer.result then
    fail(method .. ": " .. vim.inspect(problem or answer))
  end
  return answer.result
end

local function to_end()
  local last = vim.api.nvim_buf_line_count(0)
  local line = vim.api.nvim_buf_get_lines(0, last - 1, last, true)[1]
  vim.api.nvim_win_set_cursor(0, { last, #line })
end

local function type_text(text)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column, vim.split(text, "\n"))
  to_end()
end

local function complete(word)
  for _, item in ipairs(ask("textDocument/completion").items) do
    if item.label == word then
      vim.lsp.util.apply_text_edits({ item.textEdit }, 0, "utf-16")
      return to_end()
    end
  end
  fail(word .. " is not offered after: " .. vim.api.nvim_get_current_line())
end

local function mend(title)
  if not vim.wait(WAIT, function() return #vim.diagnostic.get(0) > 0 end) then
    fail("nothing is found wrong")
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local range = { start = { line = line, character = 0 }, ["end"] = { line = line + 1, character = 0 } }
  for _, action in ipairs(ask("textDocument/codeAction", { range = range, context = { diagnostics = {} } })) do
    if action.title == title then
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      return to_end()
    end
  end
  fail("no fix: " .. title)
end

vim.o.virtualedit = "onemore" -- the cursor may stand behind the last letter, as where one types
vim.cmd("edit house.rules")
if not vim.wait(WAIT, client) then
  fail("no server is attached")
end
for _, step in ipairs(STEPS) do
  local act = ({ type = type_text, complete = complete, mend = mend })[step[1]]
  act(step[2])
end
if not vim.wait(WAIT, function() return #vim.diagnostic.get(0) == 0 end) then
  fail(vim.inspect(vim.diagnostic.get(0)))
end
vim.lsp.util.apply_text_edits(
  ask("textDocument/formatting", { options = { tabSize = 4, insertSpaces = true } }), 0, "utf-16"
)
vim.cmd("write")
vim.cmd("qall!")
